import { withCheckDigit } from '#domain/accessKey.ts';
import type { IsoDate } from '#domain/dates.ts';
import { subtract, type Money } from '#domain/money.ts';

export interface WrittenParty {
  name: string;
  taxId: string;
}

export interface WrittenItem {
  code: string;
  name: string;
  unit: string;
  quantity: string;
  price: string;
  value: Money;
}

interface Written {
  number: string;
  day: IsoDate;
  issuer: WrittenParty & { city: string; postalCode: string };
  receiver: WrittenParty;
}

/** An NF-e of goods, some of which may be services. */
export interface WrittenGoods extends Written {
  items: readonly WrittenItem[];
  total: Money;
  /** Part of the total that is services, and what is kept back of it. */
  services?: { value: Money; iss: Money; inss: Money };
  installments: readonly { dueDate: IsoDate; value: Money }[];
  /** Code of the means of payment. */
  payment: string;
}

/** An NFS-e of the national standard. */
export interface WrittenService extends Written {
  code: string;
  description: string;
  value: Money;
  iss: Money;
  inss: Money;
  net: Money;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const tag = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;
const tags = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, text]) => tag(name, text))
    .join('');
const monthOf = (day: IsoDate): string => day.slice(2, 7).replace('-', '');

const itemXml = ({ code, name, unit, quantity, price, value }: WrittenItem, index: number): string =>
  `<det nItem="${index + 1}"><prod>${tags({ cProd: code, cEAN: 'SEM GTIN', xProd: name, NCM: '84151011', CFOP: '5102' })}` +
  `${tags({ uCom: unit, qCom: quantity, vUnCom: price, vProd: value, cEANTrib: 'SEM GTIN', uTrib: unit, qTrib: quantity, vUnTrib: price, indTot: '1' })}` +
  '</prod><imposto/></det>';

const retained = ({ services }: WrittenGoods): string =>
  services
    ? `<ISSQNtot>${tags({ vServ: services.value, vBC: services.value, vISS: services.iss, vISSRet: services.iss })}</ISSQNtot>` +
      `<retTrib>${tags({ vBCRetPrev: services.value, vRetPrev: services.inss })}</retTrib>`
    : '';

/** The file of an NF-e with its authorisation. */
export const goodsXml = (nota: WrittenGoods): Buffer => {
  const { number, day, issuer, receiver, items, total, services, installments, payment } = nota;
  const key = withCheckDigit(
    `35${monthOf(day)}${issuer.taxId}55001${number.padStart(9, '0')}1${number.padStart(8, '0').slice(-8)}`,
  );
  const goods = services ? subtract(total, services.value) : total;
  const totals = { vBC: '0.00', vICMS: '0.00', vProd: goods, vFrete: '0.00', vDesc: '0.00', vIPI: '0.00', vNF: total };
  const billing = installments
    .map(
      ({ dueDate, value }, at) =>
        `<dup>${tags({ nDup: String(at + 1).padStart(3, '0'), dVenc: dueDate, vDup: value })}</dup>`,
    )
    .join('');
  const address = tags({
    xLgr: 'RUA DO COMERCIO',
    nro: '100',
    xBairro: 'CENTRO',
    xMun: issuer.city,
    UF: 'SP',
    CEP: issuer.postalCode,
  });
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><nfeProc versao="4.00" xmlns="http://www.portalfiscal.inf.br/nfe"><NFe><infNFe versao="4.00" Id="NFe${key}">` +
      `<ide>${tags({ cUF: '35', natOp: 'VENDA DE MERCADORIA', mod: '55', serie: '1', nNF: number, dhEmi: `${day}T10:00:00-03:00`, tpNF: '1', tpAmb: '1', finNFe: '1' })}</ide>` +
      `<emit>${tags({ CNPJ: issuer.taxId, xNome: issuer.name })}<enderEmit>${address}</enderEmit></emit>` +
      `<dest>${tags({ CNPJ: receiver.taxId, xNome: receiver.name })}</dest>${items.map(itemXml).join('')}` +
      `<total><ICMSTot>${tags(totals)}</ICMSTot>${retained(nota)}</total>${billing === '' ? '' : `<cobr>${billing}</cobr>`}` +
      `<pag><detPag>${tags({ tPag: payment, vPag: total })}</detPag></pag></infNFe></NFe>` +
      `<protNFe versao="4.00"><infProt>${tags({ tpAmb: '1', chNFe: key, nProt: '135260000000001', cStat: '100', xMotivo: 'Autorizado o uso da NF-e' })}</infProt></protNFe></nfeProc>\n`,
  );
};

/** The file of an NFS-e. */
export const serviceXml = ({
  number,
  day,
  issuer,
  receiver,
  code,
  description,
  value,
  iss,
  inss,
  net,
}: WrittenService): Buffer => {
  const key = withCheckDigit(
    `350950212${issuer.taxId}${number.padStart(13, '0')}${monthOf(day)}${number.padStart(9, '0')}`,
  );
  const address = tags({
    xLgr: 'RUA DO COMERCIO',
    nro: '100',
    xBairro: 'CENTRO',
    cMun: '3509502',
    UF: 'SP',
    CEP: issuer.postalCode,
  });
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><NFSe versao="1.01" xmlns="http://www.sped.fazenda.gov.br/nfse"><infNFSe Id="NFS${key}">` +
      `${tags({ xLocEmi: issuer.city, nNFSe: number, cStat: '100', dhProc: `${day}T10:00:00-03:00` })}` +
      `<emit>${tags({ CNPJ: issuer.taxId, xNome: issuer.name })}<enderNac>${address}</enderNac></emit>` +
      `<valores>${tags({ vBC: value, pAliqAplic: '5.00', vISSQN: iss, vLiq: net })}</valores>` +
      `<DPS versao="1.01"><infDPS Id="DPS${number}">${tags({ tpAmb: '1', dhEmi: `${day}T09:59:00-03:00`, serie: '1', nDPS: number, dCompet: day, tpEmit: '1' })}` +
      `<prest>${tag('CNPJ', issuer.taxId)}</prest><toma>${tags({ CNPJ: receiver.taxId, xNome: receiver.name })}</toma>` +
      `<serv><cServ>${tags({ cTribNac: code, xDescServ: description })}</cServ></serv>` +
      `<valores><vServPrest>${tag('vServ', value)}</vServPrest><trib><tribMun>${tags({ tribISSQN: '1', tpRetISSQN: '2' })}</tribMun>` +
      `<tribFed>${tag('vRetCP', inss)}</tribFed></trib></valores></infDPS></DPS></infNFSe></NFSe>\n`,
  );
};
