# A certificate for localhost that is its own authority, in the directory $1: cert.pem and key.pem.
exec openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=localhost \
  -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE \
  -keyout "$1/key.pem" -out "$1/cert.pem"
