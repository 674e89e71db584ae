#include "pages/data_page.h"
