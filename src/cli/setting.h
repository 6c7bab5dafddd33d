#pragma once

#include "cli/language_option.h"
#include "cli/policy_option.h"
