// Empresas e obras que o token alcança.
const { PRUMO_URL, PRUMO_TOKEN } = process.env;

const response = await fetch(`${PRUMO_URL}/api/v1/security/session`, {
  headers: { authorization: `Bearer ${PRUMO_TOKEN}` },
});
const { data, message } = await response.json();
if (!response.ok) throw new Error(message);
for (const [id, company] of Object.entries(data.companies)) {
  const buildings = Object.values(company.buildings).map(({ name }) => name);
  console.log(`${id}: ${company.name} (${buildings.join(', ')})`);
}
