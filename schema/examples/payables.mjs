// Parcelas de despesas que vencem em um período, página por página.
const { PRUMO_URL, PRUMO_TOKEN, PRUMO_COMPANY } = process.env;

const pageOf = async (page) => {
  const query = new URLSearchParams({ from: '2026-11-01', to: '2026-12-31', page, size: 100, sort: 'dueDate' });
  const address = `${PRUMO_URL}/api/v1/financial/company/${PRUMO_COMPANY}/debit/installments?${query}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${PRUMO_TOKEN}` } });
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after'));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return pageOf(page);
  }
  const { data, message } = await response.json();
  if (!response.ok) throw new Error(message);
  return data;
};

for (let page = 0, last = false; !last; page += 1) {
  const answer = await pageOf(page);
  for (const { installment, transaction } of answer.content) {
    // Valores são texto: use uma biblioteca de decimais para somar, nunca Number.
    console.log(installment.dueDate, installment.value, transaction.description);
  }
  last = answer.last;
}
