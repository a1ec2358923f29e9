// Seals: how a file of the cache is known to be whole.
//
// A seal is a small file beside the files of a cache entry. It is written after them and put in its place by
// renaming, so an entry with a seal was finished. It says what the entry was made from, and of each file its
// size and a hash of what it was made from and of its bytes:
//
//     cohgen-seal 1
//     of 8d2f0c55a1b7e390
//     1834560 42b1f7a09c3de518 sim-06c1a2b3c4d5e6f7
//     end 7718a0c2d4e6f801
//
// The last line hashes the lines before it. A seal holds for accidents (a full disk, an edit, a stopped
// copy), not against a program that writes seals. Use:
//
//     if (!(fresh ? false : cli_sealed(seal, key))) { unlink(seal); make the files; cli_seal(seal, key,
//     files); }
#ifndef COHGEN_GEN_BASE_SEAL_H
#define COHGEN_GEN_BASE_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    CG_SEAL_NONE,    // there is no seal, or one of an entry that was made from something else
    CG_SEAL_WHOLE,   // every file is as it was when it was sealed
    CG_SEAL_DAMAGED, // a file is not, or the seal itself
} cg_seal_state;

// Looks at the entry's files, all bytes of them. `seal`: path of the seal. `made_of`: hash of all that the
// entry depends on. If it is damaged, `why` (may be NULL) gets "FILE is shorter than it was".
cg_seal_state cg_seal_check(const char *seal, uint64_t made_of, char *why, size_t why_size);

// Writes the seal of `n` regular files, named relative to the seal's folder (no line breaks). False: a file
// cannot be read or the seal cannot be written; errno says why, and there is no seal then.
bool cg_seal_write(const char *seal, uint64_t made_of, const char *const *files, size_t n);

#endif
