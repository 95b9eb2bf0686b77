// The one door to the headers of libcrypto. Nothing that is used of them is a macro, so no shims are needed.
#pragma once

#include <openssl/evp.h>
