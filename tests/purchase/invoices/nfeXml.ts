/** NF-e as programs write them, made by hand. */
export const NFE = 'http://www.portalfiscal.inf.br/nfe';

/** The weights of the manual, one by one; its own way to a check digit. */
const WEIGHTS = '4329876543298765432987654329876543298765432';

export const keyOf = ({ month, taxId, series, number, model = '55' }: Record<string, string>): string => {
  const stem =
    `31${month}${taxId?.padStart(14, '0')}${model}${series?.padStart(3, '0')}${number?.padStart(9, '0')}100012345`.slice(
      0,
      43,
    );
  let total = 0;
  for (let at = 0; at < 43; at += 1) total += (stem.charCodeAt(at) - 48) * Number(WEIGHTS[at]);
  const digit = 11 - (total % 11);
  return `${stem}${digit > 9 ? 0 : digit}`;
};

export interface Item {
  code: string;
  name: string;
  unit: string;
  quantity: string;
  price: string;
  value: string;
  /** Further elements of `prod`, and of `imposto`. */
  prod?: string;
  taxes?: string;
}

export interface Nota {
  issuer: string;
  receiver: string;
  number: string;
  series: string;
  day: string;
  items: readonly Item[];
  /** Of ICMSTot. */
  totals: Record<string, string>;
  key?: string;
  ide: Record<string, string>;
  /** Between `total` and `pag`. */
  billing: string;
  /** After `pag`. */
  more: string;
  protocol: string | null;
  status: string;
}

export const CEMENT: Item = {
  ...{ code: '7', name: 'CIMENTO CP II-E-32 SACO 50KG', unit: 'SC', quantity: '10.0000', price: '37.1000' },
  value: '371.00',
};
export const SAND: Item = {
  ...{ code: '88', name: 'AREIA MEDIA LAVADA', unit: 'M3', quantity: '3.0000', price: '145.0000', value: '435.00' },
};

export const SUPPLIER_ID = '11222333000181';
export const COMPANY_ID = '12ABC34501DE35';

/** The nota of the worked example: 371,00 + 435,00 + freight 60,00 − discount 6,00 = 860,00. */
export const EXAMPLE: Nota = {
  ...{ issuer: SUPPLIER_ID, receiver: COMPANY_ID, number: '1234', series: '1', day: '2026-11-18' },
  items: [
    { ...CEMENT, prod: '<vDesc>6.00</vDesc>' },
    { ...SAND, prod: '<vFrete>60.00</vFrete>' },
  ],
  totals: {
    vProd: '806.00',
    vFrete: '60.00',
    vSeg: '0.00',
    vDesc: '6.00',
    vIPI: '0.00',
    vOutro: '0.00',
    vNF: '860.00',
  },
  ide: {},
  ...{ billing: '', more: '', protocol: null, status: '100' },
};

const tags = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');

const itemXml = ({ code, name, unit, quantity, price, value, prod = '', taxes = '' }: Item, index: number): string =>
  `<det nItem="${index + 1}"><prod><cProd>${code}</cProd><cEAN>SEM GTIN</cEAN><xProd>${name}</xProd><NCM>25232910</NCM><CFOP>5102</CFOP>` +
  `<uCom>${unit}</uCom><qCom>${quantity}</qCom><vUnCom>${price}</vUnCom><vProd>${value}</vProd>${prod}<indTot>1</indTot></prod>` +
  `<imposto>${taxes}<PIS><PISNT><CST>07</CST></PISNT></PIS></imposto></det>`;

/** The XML of a nota, with what differs from the worked example. */
export const nfeXml = (changes: Partial<Nota> = {}): string => {
  const nota = { ...EXAMPLE, ...changes };
  const { issuer, receiver, number, series, day } = nota;
  const key = nota.key ?? keyOf({ month: day.slice(2, 7).replace('-', ''), taxId: issuer, series, number });
  const ide = tags({
    ...{ cUF: '31', natOp: 'VENDA DE MERCADORIA', mod: '55', serie: series, nNF: number },
    ...{ dhEmi: `${day}T22:15:00-03:00`, tpNF: '1', tpAmb: '1', finNFe: '1' },
    ...nota.ide,
  });
  const id = (taxId: string) => (taxId.length === 11 ? `<CPF>${taxId}</CPF>` : `<CNPJ>${taxId}</CNPJ>`);
  const address =
    '<enderEmit><xLgr>RUA DO PORTO</xLgr><nro>10</nro><xMun>BELO HORIZONTE</xMun><UF>MG</UF><CEP>30110000</CEP></enderEmit>';
  const protocol =
    nota.protocol ??
    `<protNFe versao="4.00"><infProt><tpAmb>1</tpAmb><chNFe>${key}</chNFe><nProt>131260000000001</nProt><cStat>${nota.status}</cStat></infProt></protNFe>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?><nfeProc versao="4.00" xmlns="${NFE}"><NFe xmlns="${NFE}"><infNFe versao="4.00" Id="NFe${key}">` +
    `<ide>${ide}</ide><emit>${id(issuer)}<xNome>DEPOSITO SAO JORGE LTDA</xNome>${address}</emit>` +
    `<dest>${id(receiver)}<xNome>CONSTRUTORA PRUMO</xNome></dest>${nota.items.map(itemXml).join('')}` +
    `<total><ICMSTot>${tags(nota.totals)}</ICMSTot></total><transp><modFrete>0</modFrete></transp>${nota.billing}` +
    `<pag><detPag><tPag>15</tPag><vPag>860.00</vPag></detPag></pag>${nota.more}</infNFe></NFe>${protocol}</nfeProc>`
  );
};

export const nfe = (changes: Partial<Nota> = {}): Buffer => Buffer.from(nfeXml(changes));

/** "cobr" with these installments. */
export const billing = (...installments: readonly (readonly [dueDate: string, value: string])[]): string =>
  `<cobr>${installments
    .map(([due, value], at) => `<dup><nDup>00${at + 1}</nDup><dVenc>${due}</dVenc><vDup>${value}</vDup></dup>`)
    .join('')}</cobr>`;
