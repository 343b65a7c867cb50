// Fornecedores ativos por GraphQL: só os campos pedidos.
const { PRUMO_URL, PRUMO_TOKEN } = process.env;

const query = `query Fornecedores($page: Int!) {
  partners(page: $page, size: 50, filter: { type: SUPPLIER, active: true }) {
    content { id name taxId }
    last
  }
}`;

for (let page = 0, last = false; !last; page += 1) {
  const response = await fetch(`${PRUMO_URL}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PRUMO_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { page } }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  for (const { id, name, taxId } of data.partners.content) console.log(id, name, taxId ?? '');
  last = data.partners.last;
}
