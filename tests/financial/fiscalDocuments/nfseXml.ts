import { COMPANY_ID, keyOf, NFE, SUPPLIER_ID } from '#tests/purchase/invoices/nfeXml.ts';

/** NFS-e of the national standard and events, made by hand. */
export const NFSE = 'http://www.sped.fazenda.gov.br/nfse';

/** Weights of the check digit over 49 characters, from the right 2 to 9, written down one by one. */
const WEIGHTS = '2987654329876543298765432987654329876543298765432';

export const serviceKeyOf = ({
  taxId,
  number,
  month = '2611',
}: {
  taxId: string;
  number: string;
  month?: string;
}): string => {
  const kind = taxId.length === 11 ? '1' : '2';
  const stem = `35095021${kind}${taxId.padStart(14, '0')}${number.padStart(13, '0')}${month}874836413`;
  let total = 0;
  for (let at = 0; at < 49; at += 1) total += (stem.charCodeAt(at) - 48) * Number(WEIGHTS[at]);
  const digit = 11 - (total % 11);
  return `${stem}${digit > 9 ? 0 : digit}`;
};

export interface ServiceNota {
  issuer: string;
  receiver: string;
  number: string;
  day: string;
  competence: string;
  value: string;
  net: string;
  /** ISS, and whether it is kept back: 1 no, 2 by the taker, 3 by the intermediary. */
  iss: string;
  issKept: string;
  base: string;
  /** Elements of tribFed. */
  federal: string;
  discount: string;
  status: string;
  trial: string;
  key?: string;
  description: string;
}

/** 12.400,00 less ISS 620,00 and INSS 1.364,00: 10.416,00. */
export const SERVICE: ServiceNota = {
  ...{ issuer: SUPPLIER_ID, receiver: COMPANY_ID, number: '318', day: '2026-11-18', competence: '2026-11-01' },
  ...{ value: '12400.00', net: '10416.00', iss: '620.00', issKept: '2', base: '12400.00' },
  federal: '<vRetCP>1364.00</vRetCP>',
  ...{ discount: '', status: '100', trial: '1', description: 'Instalação de sistema VRF' },
};

export const nfseXml = (changes: Partial<ServiceNota> = {}): string => {
  const nota = { ...SERVICE, ...changes };
  const id = (taxId: string) => (taxId.length === 11 ? `<CPF>${taxId}</CPF>` : `<CNPJ>${taxId}</CNPJ>`);
  const key = nota.key ?? serviceKeyOf({ taxId: nota.issuer, number: nota.number });
  const taken =
    nota.discount === '' ? '' : `<vDescCondIncond><vDescIncond>${nota.discount}</vDescIncond></vDescCondIncond>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?><NFSe versao="1.01" xmlns="${NFSE}"><infNFSe Id="NFS${key}">` +
    `<xLocEmi>Campinas</xLocEmi><nNFSe>${nota.number}</nNFSe><cStat>${nota.status}</cStat><dhProc>${nota.day}T23:30:00-03:00</dhProc>` +
    `<emit>${id(nota.issuer)}<xNome>CLIMA NORTE AR-CONDICIONADO LTDA</xNome><enderNac><xLgr>Rua das Flores</xLgr><nro>12</nro>` +
    `<xBairro>Centro</xBairro><cMun>3509502</cMun><UF>SP</UF><CEP>13010000</CEP></enderNac><fone>1932320000</fone></emit>` +
    `<valores><vBC>${nota.base}</vBC><pAliqAplic>5.00</pAliqAplic><vISSQN>${nota.iss}</vISSQN><vLiq>${nota.net}</vLiq></valores>` +
    `<DPS versao="1.01"><infDPS Id="DPS1"><tpAmb>${nota.trial}</tpAmb><dhEmi>${nota.day}T23:29:00-03:00</dhEmi><serie>900</serie>` +
    `<nDPS>1</nDPS><dCompet>${nota.competence}</dCompet><tpEmit>1</tpEmit><prest>${id(nota.issuer)}</prest>` +
    `<toma>${id(nota.receiver)}<xNome>CONSTRUTORA PRUMO</xNome></toma>` +
    `<serv><locPrest><cLocPrestacao>3509502</cLocPrestacao></locPrest><cServ><cTribNac>140601</cTribNac>` +
    `<xDescServ>${nota.description}</xDescServ></cServ></serv>` +
    `<valores><vServPrest><vServ>${nota.value}</vServ></vServPrest>${taken}<trib><tribMun><tribISSQN>1</tribISSQN>` +
    `<tpRetISSQN>${nota.issKept}</tpRetISSQN></tribMun><tribFed>${nota.federal}</tribFed></trib></valores>` +
    `</infDPS></DPS></infNFSe></NFSe>`
  );
};

export const nfse = (changes: Partial<ServiceNota> = {}): Buffer => Buffer.from(nfseXml(changes));

/** The registered event of an NF-e. */
export const eventXml = (key: string, { type = '110111', state = '135', trial = '1' } = {}): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><procEventoNFe versao="1.00" xmlns="${NFE}"><evento versao="1.00"><infEvento Id="ID${type}${key}01">` +
      `<tpAmb>${trial}</tpAmb><chNFe>${key}</chNFe><dhEvento>2026-11-19T10:00:00-03:00</dhEvento><tpEvento>${type}</tpEvento>` +
      `<detEvento><descEvento>Cancelamento</descEvento></detEvento></infEvento></evento><retEvento versao="1.00"><infEvento>` +
      `<cStat>${state}</cStat><chNFe>${key}</chNFe><tpEvento>${type}</tpEvento></infEvento></retEvento></procEventoNFe>`,
  );

/** The event of an NFS-e. */
export const serviceEventXml = (key: string, type = 'e101101'): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><evento versao="1.00" xmlns="${NFSE}"><infEvento Id="EVT1"><dhProc>2026-11-19T10:00:00-03:00</dhProc>` +
      `<pedRegEvento><infPedReg><tpAmb>1</tpAmb><dhEvento>2026-11-19T10:00:00-03:00</dhEvento><chNFSe>${key}</chNFSe>` +
      `<${type}><xDesc>Cancelamento</xDesc></${type}></infPedReg></pedRegEvento></infEvento></evento>`,
  );

/** Key of the NF-e of the kit, by its number. */
export const goodsKey = (number: string): string => keyOf({ month: '2611', taxId: SUPPLIER_ID, series: '1', number });
