#include "pages/import_page.h"
