# Fornecedores ativos por GraphQL: só os campos pedidos.
curl --silent --show-error --fail-with-body "$PRUMO_URL/graphql" \
  --header "Authorization: Bearer $PRUMO_TOKEN" --header "Content-Type: application/json" \
  --data '{"query":"{ partners(size: 50, filter: { type: SUPPLIER, active: true }) { content { id name taxId } last } }"}'
