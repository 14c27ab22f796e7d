#!/bin/sh
# Fill the passwords' hashes into the list of users, then become the server.
set -eu
umask 077

here=${TAPETE_CONF:-/etc/tapete}
users=${TAPETE_RUN:-/run/tapete}/users.acl

hash_of() { printf %s "$1" | sha256sum | cut -d ' ' -f 1; }

sed -e "s/API_PASSWORD_HASH/$(hash_of "$REDIS_API_PASSWORD")/" \
    -e "s/WORKER_PASSWORD_HASH/$(hash_of "$REDIS_WORKER_PASSWORD")/" \
    -e "s/ARCHIVIST_PASSWORD_HASH/$(hash_of "$REDIS_ARCHIVIST_PASSWORD")/" \
    -e "s/AUDITOR_PASSWORD_HASH/$(hash_of "$REDIS_AUDITOR_PASSWORD")/" \
    "$here/users.acl" > "$users"
unset REDIS_API_PASSWORD REDIS_WORKER_PASSWORD REDIS_ARCHIVIST_PASSWORD REDIS_AUDITOR_PASSWORD

exec "${VALKEY_SERVER:-valkey-server}" "$here/redis.conf" "$@"
