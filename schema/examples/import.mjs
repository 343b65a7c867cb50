// Contas a pagar de uma planilha: as linhas com erro ficam de fora, e a resposta diz o que houve com cada uma.
const { PRUMO_URL, PRUMO_TOKEN, PRUMO_COMPANY } = process.env;

const rows = [
  ['Areal do Vale', 'NF 812', '05/12/2026', '1.250,00', 'Areia média'],
  ['Areal do Vale', 'NF 813', '31/11/2026', '980,00', 'Brita 1'],
];
const response = await fetch(`${PRUMO_URL}/api/v1/financial/company/${PRUMO_COMPANY}/debit/import`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${PRUMO_TOKEN}`,
    'content-type': 'application/json',
    'idempotency-key': 'contas-2026-11-27',
  },
  body: JSON.stringify({
    fileName: 'contas.csv',
    faulty: 'SKIP',
    createMissing: ['partner'],
    columns: ['partner', 'documentNumber', 'dueDate', 'grossValue', 'description'],
    rows: rows.map((cells, index) => ({ line: index + 2, cells })),
  }),
});
const { ok, data, message } = await response.json();
if (!ok) throw new Error(message);
for (const { line, status, id, problems } of data.rows) {
  console.log(line, status, id ?? '', ...problems.map((problem) => `${problem.field}: ${problem.message}`));
}
console.log('Importação', data.importId, JSON.stringify(data.counts));
