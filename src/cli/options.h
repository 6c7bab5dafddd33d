#pragma once

#include "cli/policy_option.h"
