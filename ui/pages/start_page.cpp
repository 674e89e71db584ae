#include "pages/start_page.h"
