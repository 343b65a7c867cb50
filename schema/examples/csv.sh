# Despesas de um ano, em um arquivo que o Excel abre.
curl --silent --show-error --fail-with-body --get \
  "$PRUMO_URL/api/v1/csv/company/$PRUMO_COMPANY/expenses" \
  --header "Authorization: Bearer $PRUMO_TOKEN" \
  --data-urlencode "from=2026-01-01" --data-urlencode "to=2026-12-31"
