import type { PaymentDetails } from '#domain/financial/partners/paymentChanges.ts';

/** A customer or supplier: name, CNPJ or CPF, phone, city, postal code. Invented, with valid check digits. */
interface PartnerSample extends Partial<PaymentDetails> {
  name: string;
  tradeName?: string;
  taxId: string;
  phone: string;
  city: string;
  postalCode: string;
}

const partner = (name: string, taxId: string, phone: string, city: string, postalCode: string, tradeName?: string) =>
  ({ name, taxId, phone, city, postalCode, ...(tradeName ? { tradeName } : {}) }) satisfies PartnerSample;

/** 32 suppliers; the first has an alphanumeric CNPJ, in force since July 2026. */
export const SUPPLIERS = {
  concreteira: partner('Concreteira Paulista Ltda', '12ABC34501DE35', '1932450110', 'Campinas', '13069320'),
  aco: {
    ...partner('Aço Forte Distribuidora S.A.', '22932606000106', '1932450220', 'Sumaré', '13170001', 'Aço Forte'),
    pixKeys: [{ kind: 'CNPJ', key: '22932606000106', preferred: true }],
    bankAccounts: [{ bank: '341', agency: '1403', account: '20456-7', kind: 'CHECKING', holderTaxId: null }],
  },
  blocos: partner(
    'Blocos Anhanguera Artefatos de Cimento Ltda',
    '50583808000117',
    '1932450330',
    'Hortolândia',
    '13184010',
  ),
  lajes: partner('Lajes Campinas Pré-moldados Ltda', '52247936000115', '1932450440', 'Campinas', '13050021'),
  madeireira: partner('Madeireira Três Rios Ltda', '52638336000188', '1938710055', 'Valinhos', '13270001'),
  telhados: partner('Telhados Serra Azul Estruturas Ltda', '36132416000100', '1144320066', 'Jundiaí', '13201005'),
  hidraulica: partner('Hidráulica Central Comércio Ltda', '22521408000141', '1932450770', 'Campinas', '13010060'),
  eletrica: partner('Eletro Luz Materiais Elétricos Ltda', '39866176000166', '1932450880', 'Campinas', '13015100'),
  deposito: partner(
    'Depósito São Jorge Materiais para Construção Ltda',
    '44597568000107',
    '1938710099',
    'Valinhos',
    '13271130',
    'São Jorge',
  ),
  revestimentos: partner('Porto Revestimentos Cerâmicos Ltda', '56859008000162', '1932451010', 'Campinas', '13025020'),
  gesso: partner('Gesso e Drywall Primavera Ltda', '42116928000186', '1932451111', 'Indaiatuba', '13330000'),
  esquadrias: partner('Alumínios Bandeirante Esquadrias Ltda', '47890944000145', '1932451212', 'Campinas', '13082015'),
  vidros: partner('Vidraçaria Cristal Ltda', '43294848000183', '1932451313', 'Campinas', '13020080'),
  tintas: partner('Tintas Aquarela Comércio Ltda', '47878848000181', '1932451414', 'Campinas', '13012000'),
  impermeabilizacao: partner(
    'Impermax Impermeabilizações Ltda',
    '42768000000186',
    '1932451515',
    'Paulínia',
    '13140001',
  ),
  marmores: partner('Mármores Capixaba Ltda', '56264704000126', '1932451616', 'Campinas', '13035500'),
  clima: partner('Clima Norte Ar-Condicionado Ltda', '54000128000184', '1932451717', 'Campinas', '13073300'),
  locadora: partner('Locadora Andaimes Brasil Ltda', '39713280000110', '1932451818', 'Campinas', '13054705'),
  cacambas: partner('Caçambas Rápidas Ltda', '34301248000104', '1932451919', 'Campinas', '13060110'),
  fundacoes: partner(
    'Fundasolo Terraplenagem e Fundações Ltda',
    '58116288000144',
    '1144322020',
    'Jundiaí',
    '13209500',
    'Fundasolo',
  ),
  projetos: partner('Traço Engenharia de Projetos Ltda', '38449280000192', '1932452121', 'Campinas', '13024001'),
  batista: partner('Empreiteira Irmãos Batista Ltda', '25097856000158', '1932452222', 'Campinas', '13056100'),
  construtiva: partner(
    'Construtiva Mão de Obra Especializada Ltda',
    '55149440000105',
    '1932452323',
    'Sumaré',
    '13172030',
  ),
  eletricista: partner('João Carlos Ferreira', '58944640050', '19991452424', 'Campinas', '13058500'),
  pintor: partner('Sebastião Alves da Silva', '30402278402', '19991452525', 'Hortolândia', '13186200'),
  marcenaria: partner('Marcenaria Nobre Móveis Técnicos Ltda', '30525952000190', '1932452626', 'Campinas', '13087000'),
  locador: partner('Antônia Ribeiro Prado', '11814425675', '19991452727', 'Campinas', '13025240'),
  contabil: partner('Contábil Exata Sociedade Simples', '26007808000194', '1932452828', 'Campinas', '13010150'),
  energia: partner('Energia Interior SP S.A.', '34829248000181', '1932452929', 'Campinas', '13088900'),
  prefeitura: partner('Prefeitura Municipal de Campinas', '30822656000150', '1932453030', 'Campinas', '13015904'),
  posto: partner('Posto Estrela do Vale Ltda', '42945664000173', '1938713131', 'Valinhos', '13272000'),
  fibra: partner('Fibra Campinas Telecom Ltda', '56952768000110', '1932453232', 'Campinas', '13026300'),
} as const;

/** 4 customers: the client of the house, the clinic, the lender and a buyer of row houses. */
export const CUSTOMERS = {
  sampaio: partner('Eduardo Sampaio e Helena Sampaio', '58383078463', '19991454141', 'Campinas', '13106148'),
  saoLucas: partner('Clínica São Lucas Serviços Médicos Ltda', '23373248000101', '1932454242', 'Campinas', '13073022'),
  habitare: partner(
    'Habitare Crédito Imobiliário S.A.',
    '43530688000124',
    '1132454343',
    'São Paulo',
    '04538133',
    'Habitare',
  ),
  nogueira: partner('Rafael Nogueira de Lima', '23634054476', '19991454444', 'Valinhos', '13276490'),
} as const;

export type SupplierKey = keyof typeof SUPPLIERS;
export type CustomerKey = keyof typeof CUSTOMERS;
