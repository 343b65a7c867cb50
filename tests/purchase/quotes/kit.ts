import { done, startOrders } from '#tests/purchase/orders/kit.ts';

/** What a supplier answers, by line: [price, brand], or null for "não tenho". */
export interface Answered {
  prices: readonly ([string, string?] | null)[];
  freight?: 'INCLUDED' | 'CHARGED' | 'PICKUP';
  shippingRate?: string;
  ipi?: string;
  deliveryDays?: number | null;
  paymentDays?: number[];
  notes?: string | null;
}

export const DEADLINE = '2026-11-24T21:00:00.000Z';

/** The best combination with freight of mock 5. */
export const bestOfFive = ({
  lines,
  suppliers: { a, c },
}: {
  lines: number[];
  suppliers: Record<'a' | 'b' | 'c', number>;
}) => lines.map((lineId, index) => ({ lineId, supplierId: [c, a, a, c, a, c, a][index] }));

/** The office of orders, with three suppliers and a stage more, that asks for quotes. */
export const startQuotes = async () => {
  const desk = await startOrders();
  const { api, office, building, token, partner } = desk;
  const base = `/api/v1/purchase/company/${office.companyId}/quote`;
  const at = (id: number, rest = '') => `${base}/${id}${rest}`;
  const create = (body: object, as = token) =>
    api.post(base, { token: as, body: { title: 'Aço — estrutura torre A', buildingId: building, ...body } });
  const update = (id: number, body: object, as = token) => api.put(at(id), { token: as, body });
  const read = async (id: number) => done(await api.get(at(id), { token }));
  const award = (id: number, body: object, as = token) => api.put(at(id, '/awards'), { token: as, body });
  const order = (id: number, body: object = {}, headers = {}, as = token) =>
    api.post(at(id, '/orders'), { token: as, body, headers });
  const close = (id: number, body: object = {}, as = token) => api.post(at(id, '/close'), { token: as, body });
  const reopen = (id: number, body: object = {}, as = token) => api.post(at(id, '/reopen'), { token: as, body });
  const list = async (query: Record<string, string> = {}, as = token) =>
    done(await api.get(base, { token: as, query }));
  const totals = async (query: Record<string, string> = {}) => done(await api.get(`${base}/totals`, { token, query }));

  /** Makes a link of a supplier, who counts as asked. Returns its token. */
  const link = async (id: number, supplierId: number): Promise<string> => {
    const { url } = done(await api.post(at(id, `/suppliers/${supplierId}/links`), { token }));
    return url.split('/').at(-1);
  };
  /** Asks everybody. */
  const sent = async (id: number): Promise<void> => {
    for (const supplier of (await read(id)).suppliers) await link(id, supplier.id);
  };
  /** The page of a supplier. */
  const page = (secret: string) => {
    const path = `/api/v1/purchase/quote-request/${secret}`;
    return {
      open: () => api.get(path),
      save: (body: object) => api.put(`${path}/draft`, { body }),
      answer: (body: object) => api.post(`${path}/answer`, { body }),
      decline: (body: object = {}) => api.post(`${path}/decline`, { body }),
      resume: () => api.post(`${path}/resume`),
      path,
    };
  };
  const typed = (lines: readonly { id: number }[], { prices, ...said }: Answered) => ({
    lines: lines.map(({ id }, index) => {
      const [price = null, brand = null] = prices[index] ?? [];
      return { lineId: id, price, unavailable: price === null, brand };
    }),
    ...{ freight: 'INCLUDED', shippingRate: null, ipi: null, deliveryDays: null, validUntil: null, paymentDays: [0] },
    ...{ notes: null, ...said },
  });
  /** As the page of a supplier does: an answer to every line, in their order. */
  const answer = async (quote: { id: number; lines: { id: number }[] }, supplierId: number, said: Answered) => {
    const secret = await link(quote.id, supplierId);
    return done(await page(secret).answer(typed(quote.lines, said)));
  };
  const suppliers = {
    strong: await partner('SUPPLIER', 'Aço Forte Distribuidora'),
    union: await partner('SUPPLIER', 'Ferragens União Paulista'),
    valley: await partner('SUPPLIER', 'Siderúrgica Vale Verde'),
  };
  const line = async (code: string, name: string, quantity: string, referencePrice: string) => ({
    ...{ productId: await desk.product(code, name), quantity, referencePrice, costEstimateGroupId: desk.areas },
  });
  const steel = [
    await line('0003', 'Vergalhão CA-50 Ø 10 mm, barra 12 m', '8420', '6.80'),
    await line('0004', 'Vergalhão CA-50 Ø 12,5 mm, barra 12 m', '5180', '6.75'),
    await line('0009', 'Vergalhão CA-60 Ø 5 mm', '2960', '7.10'),
    await line('0031', 'Tela soldada Q-138 2,45 × 6 m', '1640', '19.20'),
    await line('0040', 'Arame recozido nº 18', '320', '14.50'),
    await line('0052', 'Espaçador plástico 25 mm', '9000', '0.20'),
    await line('0061', 'Treliça TG 8 M, 12 m', '210', '89.00'),
  ];

  /** The quote of mock 5, answered by three. */
  const mockFive = async (rest: object = {}) => {
    const { strong, union, valley } = suppliers;
    const quote = done(
      await create({
        ...{ lines: steel, deadline: DEADLINE },
        suppliers: [{ partnerId: strong }, { partnerId: union }, { partnerId: valley }],
        ...rest,
      }),
    );
    await sent(quote.id);
    const [a, b, c] = quote.suppliers.map(({ id }: { id: number }) => id);
    await answer(quote, a, {
      prices: [['6.42', 'Votoran'], ['6.38', 'Gerdau'], ['7.12'], ['18.90'], ['14.60'], ['0.19'], ['86.50']],
      ...{ paymentDays: [28, 56, 84], deliveryDays: 7 },
    });
    await answer(quote, b, {
      prices: [['6.71'], ['6.64'], ['6.98'], ['19.75'], ['13.90'], ['0.22'], ['84.20']],
      ...{ freight: 'CHARGED', shippingRate: '1850', paymentDays: [30], deliveryDays: 12 },
    });
    await answer(quote, c, {
      prices: [['6.35'], ['6.49'], ['7.20'], ['18.42'], null, ['0.18'], ['88.10']],
      ...{ freight: 'CHARGED', shippingRate: '980', paymentDays: [0], deliveryDays: 5 },
    });
    const stored = await read(quote.id);
    const lines = stored.lines.map(({ id }: { id: number }) => id);
    return { id: quote.id as number, read: stored, lines, suppliers: { a, b, c } as Record<'a' | 'b' | 'c', number> };
  };
  return {
    ...desk,
    ...{ steel, mockFive },
    ...{ base, at, create, update, read, award, order, close, reopen, list, totals, suppliers },
    ...{ link, sent, page, typed, answer },
  };
};
export type Quoting = Awaited<ReturnType<typeof startQuotes>>;
