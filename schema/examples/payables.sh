# Parcelas de despesas que vencem em um período, 100 por página; aqui a primeira.
curl --silent --show-error --fail-with-body --get \
  "$PRUMO_URL/api/v1/financial/company/$PRUMO_COMPANY/debit/installments" \
  --header "Authorization: Bearer $PRUMO_TOKEN" \
  --data-urlencode "from=2026-11-01" --data-urlencode "to=2026-12-31" \
  --data-urlencode "page=0" --data-urlencode "size=100" --data-urlencode "sort=dueDate"
