// libyaml, a parser for YAML 1.1 that reports events.
#pragma once

#include <yaml.h>
