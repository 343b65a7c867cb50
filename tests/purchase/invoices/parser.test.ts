import { describe, expect, test } from '@jest/globals';
import { slowness } from '#tests/support/pace.ts';
import { isAccessKey } from '#domain/accessKey.ts';
import { parseNfe } from '#services/platform/nfe/read.ts';
import { ServiceError } from '#services/platform/errors.ts';
import { billing, CEMENT, EXAMPLE, keyOf, NFE, nfe, nfeXml, SAND, SUPPLIER_ID, type Nota } from './nfeXml.ts';

/** What a file is refused with, or "read". */
const said = async (content: Buffer | string): Promise<string> => {
  try {
    await parseNfe(Buffer.from(content));
    return 'read';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect([error.status, error.fields]).toEqual([422, [{ path: 'file', message: error.message }]]);
    return error.message;
  }
};

const KEY = keyOf({ month: '2611', taxId: SUPPLIER_ID, series: '1', number: '1234' });

describe('An access key', () => {
  test('ends with its check digit, and may have letters in its CNPJ', () => {
    // The example of the manual of the tax office.
    expect(isAccessKey('35080599999090910270550010000000015180051273')).toBe(true);
    expect(isAccessKey('35080599999090910270550010000000015180051274')).toBe(false);
    expect(isAccessKey('35080599999090910270550010000000105180051273')).toBe(false);
    const letters = keyOf({ month: '2611', taxId: '12ABC34501DE35', series: '1', number: '1' });
    expect([isAccessKey(letters), isAccessKey(letters.toLowerCase())]).toEqual([true, false]);
    expect(isAccessKey('3508')).toBe(false);
  });
});

describe('The XML of an NF-e', () => {
  test('is read with everything that fills an order, as decimal text', async () => {
    const taxes =
      '<ICMS><ICMS10><vICMSST>3.10</vICMSST><vFCPST>0.40</vFCPST></ICMS10></ICMS><IPI><cEnq>999</cEnq><IPITrib><vIPI>18.55</vIPI></IPITrib></IPI>';
    const read = await parseNfe(
      nfe({
        items: [
          {
            ...CEMENT,
            ...{ quantity: '10.1234', price: '36.6477665211' },
            prod: '<uTrib>KG</uTrib><qTrib>506.1700</qTrib><vDesc>6.00</vDesc><xPed>PC-0001</xPed><nItemPed>2</nItemPed>',
            taxes,
          },
          SAND,
        ],
        totals: { ...EXAMPLE.totals, vIPI: '18.55', vST: '3.10', vFCPST: '0.40', vNF: '882.05' },
        billing: billing(['2026-12-16', '441.02'], ['2027-01-13', '441.03']),
        more: '<infAdic><infCpl>Entregar na obra\n  do   Ipê</infCpl></infAdic><compra><xPed>PC-0001</xPed></compra>',
      }),
    );
    expect(read).toMatchObject({
      ...{ accessKey: KEY, series: '1', number: '1234', operation: 'VENDA DE MERCADORIA' },
      // 22:15 at −03:00 is the next day in Greenwich: the day is the one that is written.
      emissionDate: '2026-11-18',
      issuer: {
        taxId: SUPPLIER_ID,
        name: 'DEPOSITO SAO JORGE LTDA',
        city: 'BELO HORIZONTE',
        state: 'MG',
        postalCode: '30110000',
      },
      receiver: { taxId: '12ABC34501DE35', name: 'CONSTRUTORA PRUMO' },
      totals: {
        ...{ products: '806.00', freight: '60.00', insurance: '0.00', other: '0.00', discount: '6.00', ipi: '18.55' },
        ...{ taxes: '3.50', total: '882.05' },
      },
      installments: [
        { number: '001', dueDate: '2026-12-16', value: '441.02' },
        { number: '002', dueDate: '2027-01-13', value: '441.03' },
      ],
      ...{ payments: ['15'], notes: 'Entregar na obra do Ipê', order: 'PC-0001', protocol: '131260000000001' },
    });
    expect(read.items).toMatchObject([
      {
        ...{ number: 1, code: '7', ean: null, name: 'CIMENTO CP II-E-32 SACO 50KG', ncm: '25232910', unit: 'SC' },
        ...{ quantity: '10.1234', unitPrice: '36.6477665211', taxUnit: 'KG', taxQuantity: '506.1700', value: '371.00' },
        ...{ discount: '6.00', ipi: '18.55', st: '3.50', counts: true, order: 'PC-0001', orderItem: '2' },
      },
      { number: 2, code: '88', unit: 'M3', quantity: '3.0000', value: '435.00', discount: '0.00', taxUnit: null },
    ]);
  });

  const prefixed = nfeXml()
    .replaceAll(/<(\/?)([A-Za-z])/g, '<$1n:$2')
    .replaceAll(`xmlns="${NFE}"`, `xmlns:n="${NFE}"`);
  const signature = `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><total>1</total></SignedInfo><X509Certificate>${'MIIH'.repeat(30_000)}</X509Certificate></Signature>`;
  const volumes = '<transp><modFrete>1</modFrete><vol><qVol>10</qVol></vol><vol><qVol>3</qVol></vol></transp>';
  const variants: [what: string, file: Buffer][] = [
    ['no installments', nfe()],
    [
      'several volumes and ways of paying',
      Buffer.from(
        nfeXml()
          .replace('<transp><modFrete>0</modFrete></transp>', volumes)
          .replace('</detPag>', '</detPag><detPag><tPag>01</tPag></detPag>'),
      ),
    ],
    ['prefixes', Buffer.from(prefixed)],
    ['no namespace', Buffer.from(nfeXml().replaceAll(` xmlns="${NFE}"`, ''))],
    [
      'groups of other namespaces',
      Buffer.from(
        nfeXml()
          .replace('<transp>', '<x:total xmlns:x="urn:erp"><x:ICMSTot/></x:total><total xmlns="urn:erp"/><transp>')
          .replace('<ide>', '<x:ide xmlns:x="urn:erp"/><ide>'),
      ),
    ],
    [
      'white space everywhere',
      Buffer.from(
        nfeXml()
          .replaceAll('><', '>\r\n\t <')
          .replaceAll(/>([^<\s][^<]*)</g, '>\n $1 \n<'),
      ),
    ],
    ['space before its declaration', Buffer.from(`\n  ${nfeXml()}`)],
    [
      'a signature of 120 kB and a QR code',
      Buffer.from(
        nfeXml().replace(
          '</infNFe>',
          `</infNFe><infNFeSupl><qrCode><![CDATA[https://x?p=1]]></qrCode></infNFeSupl>${signature}`,
        ),
      ),
    ],
    ['a mark of UTF-8', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), nfe()])],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(nfeXml().replace('UTF-8', 'UTF-16'), 'utf16le')])],
    [
      'groups that nobody knows',
      Buffer.from(nfeXml().replace('<transp>', '<IBSCBSTot><vBC>1</vBC></IBSCBSTot><transp>')),
    ],
    ['a late authorisation', nfe({ status: '150' })],
    ['a CPF that issues it', nfe({ issuer: '52998224725', series: '920' })],
    [
      'the tax office as its issuer',
      nfe({ series: '890', key: keyOf({ month: '2611', taxId: '16907746000113', series: '890', number: '1234' }) }),
    ],
    [
      'names of every object',
      Buffer.from(nfeXml().replace('<transp>', '<__proto__>1</__proto__><constructor/><transp>')),
    ],
    ['990 items', nfe({ items: Array.from({ length: 990 }, () => SAND) })],
  ];
  test.each(variants)('is read with %s', async (_what, file) => {
    expect(await parseNfe(file)).toMatchObject({
      number: '1234',
      totals: { total: '860.00' },
      emissionDate: '2026-11-18',
    });
  });

  test.each([
    ['windows-1252', '<?xml version="1.0" encoding="ISO-8859-1"?>', 'latin1'],
    ['UTF-8', '<?xml version="1.0" encoding="UTF-8"?>', 'utf8'],
    ['no declaration', '', 'utf8'],
  ] as const)('keeps its accents in %s', async (_what, head, encoding) => {
    const xml = nfeXml({ items: [{ ...CEMENT, name: 'AREIA MÉDIA &amp; BRITA Nº 1 (AÇO)' }, SAND] });
    const file = Buffer.from(xml.replace(/<\?xml.*?\?>/, head), encoding);
    expect((await parseNfe(file)).items[0]?.name).toBe('AREIA MÉDIA & BRITA Nº 1 (AÇO)');
  });

  const without = (name: string): string => nfeXml().replace(new RegExp(`<${name}>.*?</${name}>`), '');
  const twice = (name: string): string => nfeXml().replace(new RegExp(`(<${name}>.*?</${name}>)`), '$1$1');
  const changed = (name: string, text: string): string =>
    nfeXml().replace(new RegExp(`<${name}>.*?</${name}>`), `<${name}>${text}</${name}>`);
  const ide = (values: Record<string, string>): Buffer => nfe({ ide: values });
  const otherKey = (changes: Partial<Nota>): Buffer => nfe({ ...changes, key: KEY });
  const AGAIN = 'Baixe o XML da nota de novo e envie o arquivo original.';
  const is = (what: string): string => `Este arquivo é ${what}, não o XML de uma NF-e.`;
  const refused: [what: string, file: Buffer | string, message: string][] = [
    ['an empty file', '', 'O arquivo está vazio.'],
    ['a PDF', '%PDF-1.7\n%%EOF', is('um PDF (o DANFE, talvez)')],
    ['a ZIP', 'PK\u0003\u0004\u0014', is('um ZIP ou uma planilha. Extraia os XMLs de dentro dele')],
    ['a web page', '\n<!DOCTYPE html><html></html>', is('uma página da internet')],
    [
      'a CT-e',
      '<cteProc xmlns="http://www.portalfiscal.inf.br/cte"><CTe/></cteProc>',
      is('um CT-e (conhecimento de transporte)'),
    ],
    ['an NFS-e', '<CompNfse><Nfse/></CompNfse>', is('uma NFS-e (nota de serviço)')],
    [
      'a cancellation',
      `<procEventoNFe xmlns="${NFE}"/>`,
      is('um evento (cancelamento ou carta de correção, por exemplo)'),
    ],
    ['a summary', `<resNFe xmlns="${NFE}"/>`, is('o resumo de uma nota')],
    ['other XML', '<Project/>', is('outro XML')],
    ['its name in another namespace', '<NFe xmlns="urn:x"/>', is('outro XML')],
    ['text', 'olá', `O arquivo está danificado, ou não é XML. ${AGAIN}`],
    ['a cut file', nfeXml().slice(0, 900), `O arquivo está danificado, ou não é XML. ${AGAIN}`],
    [
      'an attribute twice',
      nfeXml().replace('nItem="1"', 'nItem="1" nItem="2"'),
      `O arquivo está danificado, ou não é XML. ${AGAIN}`,
    ],
    ['NUL bytes', nfeXml().replace('VENDA', 'VEN\0DA'), `O arquivo está danificado, ou não é XML. ${AGAIN}`],
    [
      'latin-1 that says UTF-8',
      Buffer.from(nfeXml().replace('VENDA', 'AÇÃO'), 'latin1'),
      `O arquivo não está na codificação de texto que declara. ${AGAIN}`,
    ],
    [
      'an unknown encoding',
      nfeXml().replace('UTF-8', 'EBCDIC'),
      `O arquivo não está na codificação de texto que declara. ${AGAIN}`,
    ],
    [
      'a thousand million laughs',
      `<!DOCTYPE NFe [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(100)}">]><NFe>&b;</NFe>`,
      'O arquivo traz declarações de entidades ou programas, que uma nota fiscal não tem. Nada foi lido.',
    ],
    [
      'an entity that names a file',
      nfeXml().replace('<nfeProc', '<!DOCTYPE nfeProc [<!ENTITY a SYSTEM "file:///etc/passwd">]><nfeProc'),
      'O arquivo traz declarações de entidades ou programas, que uma nota fiscal não tem. Nada foi lido.',
    ],
    [
      'an entity that is not declared',
      nfeXml().replace('VENDA', '&a;'),
      `O arquivo está danificado, ou não é XML. ${AGAIN}`,
    ],
    [
      'a script',
      nfeXml().replace('<transp>', '<script>alert(1)</script><transp>'),
      'O arquivo traz declarações de entidades ou programas, que uma nota fiscal não tem. Nada foi lido.',
    ],
    [
      'a hundred thousand levels',
      nfeXml().replace('<transp>', '<a>'.repeat(100_000)),
      `O arquivo está danificado, ou não é XML. ${AGAIN}`,
    ],
    [
      'a thousand namespaces',
      nfeXml().replace(
        '<transp>',
        `<a ${Array.from({ length: 1_000 }, (_, n) => `xmlns:a${n}="u"`).join(' ')}/><transp>`,
      ),
      `O arquivo está danificado, ou não é XML. ${AGAIN}`,
    ],
    [
      '300,000 elements',
      nfeXml().replace('<transp>', `${'<a/>'.repeat(300_000)}<transp>`),
      'O arquivo é grande demais para uma nota fiscal.',
    ],
    ['more than 2 MB', nfeXml() + ' '.repeat(2 * 1024 * 1024), 'O arquivo passa de 2 MB.'],
    ['991 items', nfe({ items: Array.from({ length: 991 }, () => SAND) }), 'Uma NF-e tem no máximo 990 itens.'],
    ['no items', nfe({ items: [] }), 'O XML da nota não traz itens (det).'],
    [
      'an item number twice',
      nfeXml().replace('nItem="2"', 'nItem="1"'),
      'O XML da nota traz o item 1 mais de uma vez.',
    ],
    [
      'no item number',
      nfeXml().replace(' nItem="2"', ''),
      'O XML da nota traz o número de um item (nItem) que não se lê: "".',
    ],
    ['no issuer', without('emit'), 'O XML da nota não traz o emitente (emit).'],
    ['no totals', without('total'), 'O XML da nota não traz os totais (total).'],
    ['no value', without('vNF'), 'O XML da nota não traz o valor da nota (vNF).'],
    ['no quantity', without('qCom'), 'O XML da nota não traz a quantidade do item 1 (qCom).'],
    ['two issuers', twice('emit'), 'O XML da nota traz o emitente (emit) mais de uma vez.'],
    ['two values', twice('vNF'), 'O XML da nota traz o valor da nota (vNF) mais de uma vez.'],
    ['a value in words', changed('vNF', 'mil'), 'O XML da nota traz o valor da nota (vNF) que não se lê: "mil".'],
    ['a negative value', changed('vNF', '-1.00'), 'O XML da nota traz o valor da nota (vNF) que não se lê: "-1.00".'],
    ['a value in E', changed('vProd', '1e9'), 'O XML da nota traz o valor do item 1 (vProd) que não se lê: "1e9".'],
    [
      'a day that is none',
      changed('dhEmi', '2026-02-30T10:00:00-03:00'),
      'O XML da nota traz a data de emissão (dhEmi) que não se lê: "2026-02-30T10:00:00-03:00".',
    ],
    [
      'a CNPJ that is none',
      nfe({ receiver: '11222333000182' }),
      'O CNPJ do destinatário não é válido: "11222333000182".',
    ],
    ['a test', ide({ tpAmb: '2' }), 'Esta nota foi emitida em homologação: é um teste, sem valor fiscal.'],
    ['a return', ide({ finNFe: '4' }), 'Esta é uma nota de devolução: ela não serve para receber um pedido.'],
    ['a correction', ide({ finNFe: '2' }), 'Esta é uma nota complementar: ela não traz mercadoria a receber.'],
    [
      'a nota of entrance',
      ide({ tpNF: '0' }),
      'Esta é uma nota de entrada, emitida por quem recebe: ela não serve para receber um pedido.',
    ],
    ['an NFC-e', ide({ mod: '65' }), 'Este XML é de uma NFC-e (cupom, modelo 65), não de uma NF-e.'],
    ['a denied nota', nfe({ status: '110' }), 'Esta nota não está autorizada.'],
    ['a cancelled nota', nfe({ status: '101' }), 'Esta nota não está autorizada.'],
    ['no authorisation', nfe({ protocol: '' }), 'Esta nota não está autorizada.'],
    [
      'a nota by itself',
      nfeXml()
        .replace(/^.*?(<NFe)/, '$1')
        .replace(/<protNFe.*$/, ''),
      'Esta nota não está autorizada.',
    ],
    [
      'another one’s authorisation',
      nfeXml().replace(/<chNFe>.*?</, `<chNFe>${KEY.slice(0, 43)}0<`),
      'A autorização do arquivo é de outra nota.',
    ],
    [
      'a wrong check digit',
      nfe({ key: `${KEY.slice(0, 43)}${(Number(KEY[43]) + 1) % 10}` }),
      'A chave de acesso da nota não é válida.',
    ],
    ...(
      [
        ['number', { number: '1235' }],
        ['series', { series: '2' }],
        ['issuer', { issuer: '11444777000161' }],
        ['month', { day: '2026-10-18' }],
      ] as const
    ).map(([what, changes]): [string, Buffer, string] => [
      `the key of another ${what}`,
      otherKey(changes),
      'A chave de acesso não é a desta nota: emitente, série, número ou mês são outros.',
    ]),
  ];
  test.each(refused)('is refused with one sentence: %s', async (_what, file, message) => {
    const started = process.cpuUsage();
    expect(await said(Buffer.from(file))).toBe(message);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(3_000 * slowness());
  });
});
