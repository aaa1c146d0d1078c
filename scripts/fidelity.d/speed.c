/* The loops of `openssl speed -evp` of OpenSSL 3.0 around the same calls, as the reference in one process. Functions come
 * by dlopen, so that this program is linked with no libcrypto either. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

typedef int digest_call(const void *, size_t, unsigned char *, unsigned int *, const void *, void *);
typedef int update_call(void *, unsigned char *, int *, const unsigned char *, int);

static volatile int running = 1;
static unsigned char *buffer;
static int length;
static digest_call *digest;
static update_call *update;
static int (*init)(void *, const void *, void *, const unsigned char *, const unsigned char *);
static unsigned char iv[16];
static const void *kind;
static void *context;

static void *symbol(void *library, const char *name)
{
    void *found = dlsym(library, name);
    if (found == NULL)
        abort();
    return found;
}

/* Opens the library of this file; a digest by name where `is_digest`, else a cipher, with zeros as its key. */
void speed_prepare(const char *file, const char *name, int is_digest, int size)
{
    static unsigned char key[64];
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        abort();
    length = size;
    buffer = (unsigned char *)aligned_alloc(64, (size_t)size + 64);
    if (is_digest) {
        void *(*fetch)(void *, const char *, const char *);
        *(void **)&fetch = symbol(library, "EVP_MD_fetch");
        *(void **)&digest = symbol(library, "EVP_Digest");
        kind = fetch(NULL, name, NULL);
    } else {
        void *(*fetch)(void *, const char *, const char *), *(*make)(void);
        int (*pad)(void *, int);
        *(void **)&fetch = symbol(library, "EVP_CIPHER_fetch");
        *(void **)&make = symbol(library, "EVP_CIPHER_CTX_new");
        *(void **)&init = symbol(library, "EVP_EncryptInit_ex");
        *(void **)&pad = symbol(library, "EVP_CIPHER_CTX_set_padding");
        *(void **)&update = symbol(library, "EVP_EncryptUpdate");
        context = make();
        if (init(context, fetch(NULL, name, NULL), NULL, key, iv) != 1)
            abort();
        pad(context, 0);
    }
}

int speed_digests(int limit)
{
    unsigned char out[64];
    int count;
    for (count = 0; running && count < limit; count++)
        if (!digest(buffer, (size_t)length, out, NULL, kind, NULL))
            return -1;
    return count;
}

int speed_updates(int limit)
{
    int count, written;
    /* Anew each time, as our kernel does: an authenticated cipher takes 64 GiB and no more. */
    if (init(context, NULL, NULL, NULL, iv) != 1)
        return -1;
    for (count = 0; running && count < limit; count++)
        if (!update(context, buffer, &written, buffer, length))
            return -1;
    return count;
}
