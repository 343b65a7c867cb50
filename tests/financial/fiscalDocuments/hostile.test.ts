/** Files that are no nota that an expense is made of, or would be dear to read. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { billing, EXAMPLE, nfe, SAND } from '#tests/purchase/invoices/nfeXml.ts';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { hostileFiles } from '#tests/security/files/hostileFiles.ts';
import { problemOfAnswer } from '#tests/security/hostile.ts';
import { slowness } from '#tests/support/pace.ts';
import { startFiscal, type FiscalDesk } from './kit.ts';
import { eventXml, goodsKey, nfse, nfseXml, NFSE, serviceEventXml, serviceKeyOf } from './nfseXml.ts';

let desk: FiscalDesk;
beforeAll(async () => (desk = await startFiscal()));
afterAll(() => desk.services.stop());

const stored = () =>
  desk.seed.sql(
    'select (select count(*) from fiscal_documents), (select count(*) from fiscal_document_contents), (select count(*) from fiscal_cancellations)',
  );

const AGAIN = 'Baixe o XML da nota de novo e envie o arquivo original.';
const DAMAGED = `O arquivo está danificado, ou não é XML. ${AGAIN}`;
const ACTIVE = 'O arquivo traz declarações de entidades ou programas, que uma nota fiscal não tem. Nada foi lido.';
const changed = (text: string, name: string, value: string) =>
  text.replace(new RegExp(`<${name}>[^<]*</${name}>`), `<${name}>${value}</${name}>`);
const ide = (values: Record<string, string>) => nfe({ ide: values });
const key = serviceKeyOf({ taxId: '11222333000181', number: '318' });

describe('A file that no expense is made of', () => {
  const cases: [what: string, content: Buffer | string, sentence: string][] = [
    ['nothing', '', 'O arquivo está vazio.'],
    ['a PDF', '%PDF-1.7 …', 'Este arquivo é um PDF (o DANFE, talvez), não o XML de uma NF-e ou NFS-e.'],
    ['a text', 'oi', DAMAGED],
    ['another XML', '<?xml version="1.0"?><planilha/>', 'Este arquivo é outro XML, não o XML de uma NF-e ou NFS-e.'],
    ['a CT-e', '<cteProc/>', 'Este arquivo é um CT-e (conhecimento de transporte), não o XML de uma NF-e ou NFS-e.'],
    ['a DPS', `<DPS xmlns="${NFSE}"/>`, 'Este arquivo é uma DPS, que ainda não é nota. Baixe o XML da NFS-e.'],
    [
      'an NFS-e of a municipality',
      '<CompNfse><Nfse/></CompNfse>',
      'Esta NFS-e não é do padrão nacional. Baixe o XML no portal nacional da NFS-e.',
    ],
    [
      'an NFS-e of another standard',
      nfseXml().replaceAll(NFSE, 'http://www.exemplo.gov.br/nfse'),
      'Esta NFS-e não é do padrão nacional. Baixe o XML no portal nacional da NFS-e.',
    ],
    ['half an NF-e', nfe().subarray(0, 900), DAMAGED],
    ['half an NFS-e', nfse().subarray(0, 900), DAMAGED],
    ['an entity', nfseXml().replace('<NFSe', '<!DOCTYPE NFSe [<!ENTITY a SYSTEM "file:///etc/passwd">]><NFSe'), ACTIVE],
    [
      'a thousand million laughs',
      `<!DOCTYPE NFSe [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(100)}">]><NFSe>&b;</NFSe>`,
      ACTIVE,
    ],
    [
      'another encoding',
      nfseXml().replace('UTF-8', 'EBCDIC'),
      `O arquivo não está na codificação de texto que declara. ${AGAIN}`,
    ],
    [
      'latin-1 that says UTF-8',
      Buffer.from(nfseXml({ description: 'Instalação' }), 'latin1'),
      `O arquivo não está na codificação de texto que declara. ${AGAIN}`,
    ],
    ['a hundred thousand levels', nfseXml().replace('<serv>', '<a>'.repeat(100_000)), DAMAGED],
    [
      '50,000 elements',
      nfseXml().replace('<serv>', `${'<a/>'.repeat(50_000)}<serv>`),
      'O arquivo é grande demais para uma nota fiscal.',
    ],
    ['more than 2 MB', `${nfseXml()}${' '.repeat(2 * 1024 * 1024)}`, 'O arquivo passa de 2 MB.'],
    ['a return', ide({ finNFe: '4' }), 'Esta é uma nota de devolução: não há o que pagar por ela.'],
    ['an adjustment', ide({ finNFe: '3' }), 'Esta é uma nota de ajuste: não há o que pagar por ela.'],
    ['a credit', ide({ finNFe: '5' }), 'Esta nota não é de venda: não há o que pagar por ela.'],
    [
      'an entry',
      ide({ tpNF: '0' }),
      'Esta é uma nota de entrada, emitida por quem recebe: não há o que pagar por ela.',
    ],
    ['a trial', ide({ tpAmb: '2' }), 'Esta nota foi emitida em homologação: é um teste, sem valor fiscal.'],
    ['a denied NF-e', nfe({ status: '110' }), 'Esta nota não está autorizada.'],
    ['a cancelled NF-e', nfe({ status: '101' }), 'Esta nota não está autorizada.'],
    ['an NFS-e that is not in force', nfse({ status: '200' }), 'Esta nota não está autorizada.'],
    ['a trial NFS-e', nfse({ trial: '2' }), 'Esta nota foi emitida em homologação: é um teste, sem valor fiscal.'],
    [
      'a wrong check digit',
      nfse({ key: `${key.slice(0, 49)}${(Number(key[49]) + 1) % 10}` }),
      'A chave de acesso da nota não é válida.',
    ],
    [
      'the key of another number',
      nfse({ key: serviceKeyOf({ taxId: '11222333000181', number: '319' }) }),
      'A chave de acesso não é a desta nota: emitente ou número são outros.',
    ],
    ['no taker', nfseXml().replace(/<toma>.*<\/toma>/, ''), 'Esta NFS-e não diz quem tomou o serviço (toma).'],
    [
      'two takers',
      nfseXml().replace(/<toma>.*<\/toma>/, '$&$&'),
      'O XML da nota traz o tomador (toma) mais de uma vez.',
    ],
    ['no value', nfseXml().replace(/<vServ>.*?<\/vServ>/, ''), 'O XML da nota não traz o valor do serviço (vServ).'],
    [
      'a value in words',
      changed(nfseXml(), 'vLiq', 'mil'),
      'O XML da nota traz o valor líquido (vLiq) que não se lê: "mil".',
    ],
    ['more net than gross', nfse({ net: '12400.01' }), 'O valor líquido da nota passa do valor do serviço.'],
    [
      'a day that is none',
      changed(nfseXml(), 'dCompet', '2026-02-30'),
      'O XML da nota traz a competência (dCompet) que não se lê: "2026-02-30".',
    ],
    ['a CNPJ that is none', nfse({ receiver: '11222333000182' }), 'O CNPJ do tomador não é válido: "11222333000182".'],
    [
      'a letter of correction',
      eventXml(goodsKey('1'), { type: '110110' }),
      'Este arquivo é uma carta de correção, não o XML de uma nota.',
    ],
    [
      'a cancellation that failed',
      eventXml(goodsKey('1'), { state: '501' }),
      'Este cancelamento não está registrado na SEFAZ.',
    ],
    [
      'a trial of a cancellation',
      eventXml(goodsKey('1'), { trial: '2' }),
      'Este evento foi registrado em homologação: é um teste, sem valor fiscal.',
    ],
    ['a cancellation of nothing', eventXml('1'.repeat(44)), 'A chave de acesso do evento não é válida.'],
    ['another event of an NFS-e', serviceEventXml(key, 'e203202'), 'Este arquivo é um evento, não o XML de uma nota.'],
    [
      'a nota of nothing',
      nfe({ items: [{ ...SAND, value: '0.00' }], totals: { vProd: '0.00', vNF: '0.00' } }),
      'Esta nota não tem valor a pagar.',
    ],
  ];

  test.each(cases)('is refused with one sentence: %s', async (_what, content, sentence) => {
    const before = await stored();
    expect(refusal(await desk.send(Buffer.from(content)))).toEqual([422, `file: ${sentence}`]);
    expect(await stored()).toEqual(before);
  });
});

/** Sends a file; `took` is CPU time in milliseconds, which other suites take nothing from. */
const send = async (content: Buffer, file: string) => {
  const before = process.cpuUsage();
  const { status, body } = await desk.send(content, { file: file.replaceAll('"', '%22') });
  const { user, system } = process.cpuUsage(before);
  return { status, message: body.message as string, took: (user + system) / 1_000 / slowness() };
};

test('Every hostile file is refused in Portuguese, and nothing of it is stored', async () => {
  const before = await stored();
  const files = hostileFiles.filter(({ content }) => content.length < 512 * 1024);
  const wrong: unknown[] = [];
  for (const { what, name, content } of files) {
    const { status, message } = await send(content, name);
    if (![400, 413, 422].includes(status) || problemOfAnswer(status, message) !== null)
      wrong.push([what, status, message]);
  }
  expect(wrong).toEqual([]);
  expect(await stored()).toEqual(before);
}, 60_000);

const MIB = 1024 * 1024;
const fill = (text: string, bytes = 1.9 * MIB): string => text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);

test('What would be dear to read is refused, or read, within two seconds of CPU time', async () => {
  const nota = nfseXml();
  const dear: [string, string][] = [
    ['only "<"', fill('<')],
    ['open tags', `<NFSe xmlns="${NFSE}">${fill('<infNFSe>')}`],
    ['one text', nota.replace('Instalação de sistema VRF', fill('&amp;'))],
    ['comments', fill('<!-- -->')],
    ['processing instructions', fill('<?a b?>')],
    ['attributes', nota.replace('<serv>', `<serv ${fill('a="1" ', 1.5 * MIB)}>`)],
    ['numbered characters', nota.replace('Instalação', fill('&#99999;'))],
    ['20 MiB', `${nota}${' '.repeat(19.9 * MIB)}`],
    ['21 MiB', `${nota}${' '.repeat(21 * MIB)}`],
  ];
  const wrong: unknown[] = [];
  for (const [what, content] of dear) {
    const { status, message, took } = await send(Buffer.from(content), 'nota.xml');
    // One text of megabytes is cut, and the nota read.
    const read = status === 200 && what === 'one text';
    if (!read && (![413, 422].includes(status) || problemOfAnswer(status, message) !== null))
      wrong.push([what, status, message]);
    if (took > 2_000) wrong.push([what, took]);
  }
  expect(wrong).toEqual([]);
}, 60_000);

const choose = (id: number, items: unknown) =>
  desk.api.put(`${desk.base}/${id}/products`, { token: desk.token, body: { items } });

test('A nota of 990 items is proposed within two seconds, in as many statements as one of two', async () => {
  const kinds = ['CIMENTO CP II', 'AREIA MEDIA', 'TUBO PVC', 'PARAFUSO FRANCES', 'PISO CERAMICO'];
  const items = Array.from({ length: 990 }, (_, index) => ({
    ...{ code: `C${index}`, name: `${kinds[index % 5]} ${index}`, unit: 'UN', quantity: '1.0000', price: '2.0000' },
    value: '2.00',
  }));
  const big = nfe({
    number: '990',
    items,
    totals: { vProd: '1980.00', vNF: '1980.00' },
    billing: billing(['2026-12-18', '1980.00']),
  });
  const [small, large] = [await desk.draft(nfe({ number: '991', items: EXAMPLE.items })), await desk.draft(big)];
  const counted = async (id: number) => {
    const before = performance.now();
    const answer = await desk.services.app.inject({
      ...{ method: 'GET', url: `${desk.base}/${id}`, headers: { authorization: `Bearer ${desk.token}` } },
    });
    const took = (performance.now() - before) / slowness();
    const statements = Number(answer.headers['x-sql-queries']);
    expect(statements).toBeGreaterThan(0);
    return { proposal: answer.json().data, statements, took };
  };
  // The first call compiles what the others use.
  await counted(small);
  const [two, many] = [await counted(small), await counted(large)];
  // Chosen one by one or all at once, products are read together.
  const sand = { id: desk.sand };
  done(await choose(small, [{ number: 1, product: sand }]));
  done(
    await choose(
      large,
      items.map((_, index) => ({ number: index + 1, product: sand })),
    ),
  );
  const [one, all] = [await counted(small), await counted(large)];
  expect(all.proposal.items.map(({ match }: { match: string }) => match)).toEqual(items.map(() => 'CHOSEN'));
  expect(all.statements).toBe(one.statements);
  expect(many.proposal.items).toHaveLength(990);
  expect(many.statements).toBe(two.statements);
  expect(many.took).toBeLessThan(2_000);
});
