#!/bin/sh
# Makes the passwords of docker-compose.yml where there are none yet, and the broker's file of their hashes.
set -eu
umask 077
cd "${CREDENTIALS:-/credentials}"

# The password of one user, in a directory of its own: the wanted one, else the one of an earlier start, else a new one.
password() {
  name=$1 wanted=$2
  mkdir -p "$name" broker
  if [ -n "$wanted" ]; then
    printf '%s\n' "$wanted" > "$name/password"
  elif [ ! -s "$name/password" ]; then
    head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n' > "$name/password"
  fi
  mosquitto_passwd -b broker/users.new "$name" "$(cat "$name/password")"
  chown -R 65532:65532 "$name"
}

mkdir -p broker
: > broker/users.new
password player2mqtt "${MQTT_PASSWORD:-}"
password home-assistant "${HOME_PASSWORD:-}"
mv broker/users.new broker/users
chown -R 1883:1883 broker
