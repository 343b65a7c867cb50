# Empresas e obras que o token alcança.
curl --silent --show-error --fail-with-body "$PRUMO_URL/api/v1/security/session" \
  --header "Authorization: Bearer $PRUMO_TOKEN"
