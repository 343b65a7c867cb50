/** Banks that issue boletos, by their code, under the names that people use. */
const BANKS: Readonly<Record<string, string>> = {
  '001': 'Banco do Brasil',
  '003': 'Banco da Amazônia',
  '004': 'Banco do Nordeste',
  '021': 'Banestes',
  '033': 'Santander',
  '037': 'Banpará',
  '041': 'Banrisul',
  '047': 'Banese',
  '070': 'BRB',
  '077': 'Inter',
  '082': 'Topázio',
  '085': 'Ailos',
  '104': 'Caixa',
  '133': 'Cresol',
  '136': 'Unicred',
  '197': 'Stone',
  '208': 'BTG Pactual',
  '212': 'Original',
  '218': 'BS2',
  '224': 'Fibra',
  '237': 'Bradesco',
  '246': 'ABC Brasil',
  '260': 'Nubank',
  '274': 'BMP',
  '290': 'PagBank',
  '318': 'BMG',
  '323': 'Mercado Pago',
  '329': 'QI Tech',
  '336': 'C6 Bank',
  '341': 'Itaú',
  '348': 'XP',
  '364': 'Efí',
  '380': 'PicPay',
  '389': 'Mercantil',
  '403': 'Cora',
  '422': 'Safra',
  '461': 'Asaas',
  '604': 'BI Industrial',
  '611': 'Paulista',
  '623': 'PAN',
  '633': 'Rendimento',
  '634': 'Triângulo',
  '637': 'Sofisa',
  '655': 'Votorantim',
  '707': 'Daycoval',
  '745': 'Citibank',
  '748': 'Sicredi',
  '756': 'Sicoob',
};

/** Codes of the banks with a name of their own. */
export const BANK_CODES: readonly string[] = Object.keys(BANKS);

export const bankName = (code: string): string => BANKS[code] ?? `Banco ${code}`;

const SEGMENTS: Readonly<Record<string, string>> = {
  '1': 'Prefeitura',
  '2': 'Saneamento',
  '3': 'Energia ou gás',
  '4': 'Telecomunicações',
  '5': 'Órgão do governo',
  '6': 'Carnê',
  '7': 'Multa de trânsito',
  '9': 'Arrecadação de banco',
};

/** Receiver of a collection by its segment; an unknown one is a collection of any kind. */
export const segmentName = (segment: string): string => SEGMENTS[segment] ?? 'Arrecadação';
