import type { Permission } from '#domain/permissions.ts';

export const ACCOUNT_NAME = 'Construtora Ipê Demo';
export const COMPANY = {
  name: 'Construtora Ipê Demo',
  taxId: '25310016000121',
  phone: '(19) 3245-0100',
  address: 'Rua Antônio Lobo, 310, Centro, Campinas, SP',
};
export const PASSWORD = 'prumo-demo';

/** Buildings, in the order of all tables below. */
export const BUILDINGS = {
  casa: 'Residência Alto da Serra',
  vila: 'Vila das Ipês – 8 casas',
  clinica: 'Clínica São Lucas – reforma',
} as const;
export type BuildingKey = keyof typeof BUILDINGS;
const LUIZA = {
  technical_name: 'Luiza Prado',
  technical_title: 'engenheira civil',
  technical_registration: 'CREA-SP 5069871234',
};

/** What their boletins tell of the buildings. */
export const SITES: Record<BuildingKey, typeof LUIZA & { address: string }> = {
  casa: { ...LUIZA, address: 'Alameda das Quaresmeiras, 85, Alto da Serra, Campinas, SP' },
  vila: { ...LUIZA, address: 'Rua dos Ipês, 1200, Jardim Novo, Hortolândia, SP' },
  clinica: { ...LUIZA, address: 'Avenida Barão de Itapura, 2480, Guanabara, Campinas, SP' },
};

export const BUILDING_KEYS = ['casa', 'vila', 'clinica'] as const satisfies readonly BuildingKey[];

interface UserSample {
  login: string;
  name: string;
  admin?: boolean;
  permissions: readonly Permission[];
  /** Buildings of the permissions; null grants rows without apportionment. */
  where: readonly (BuildingKey | null)[];
}

const EVERYWHERE = [...BUILDING_KEYS, null] as const;

export const USERS: readonly UserSample[] = [
  { login: 'admin@demo.prumo', name: 'Marina Queiroz', admin: true, permissions: [], where: [] },
  { login: 'financeiro@demo.prumo', name: 'Renato Vasques', permissions: ['DEBIT', 'CREDIT'], where: EVERYWHERE },
  { login: 'pagador@demo.prumo', name: 'Cíntia Moraes', permissions: ['DEBIT'], where: EVERYWHERE },
  { login: 'comprador@demo.prumo', name: 'Davi Antunes', permissions: ['PURCHASE'], where: EVERYWHERE },
  { login: 'engenheiro@demo.prumo', name: 'Luiza Prado', permissions: ['ENGINEERING'], where: ['casa'] },
];

/** Wallets. The banks divide the opening cash by weight; the others have an opening balance of their own. */
export const WALLETS = {
  itau: { identifier: 'Itaú', description: 'Conta corrente 33810-2, ag. 0441', weight: '46.00' },
  bradesco: { identifier: 'Bradesco', description: 'Conta corrente 20417-7, ag. 2299', weight: '23.00' },
  caixa: { identifier: 'Caixa Econômica', description: 'Conta vinculada à Vila das Ipês', weight: '31.00' },
  caixinha: { identifier: 'Caixinha da obra', description: 'Dinheiro no canteiro', opening: '900.00' },
  cartao: { identifier: 'Cartão corporativo', description: 'Cartão pré-pago, final 8841', opening: '9000.00' },
} as const;
export type WalletKey = keyof typeof WALLETS;
export const BANKS = ['itau', 'bradesco', 'caixa'] as const satisfies readonly WalletKey[];
export const WALLET_KEYS = [...BANKS, 'caixinha', 'cartao'] as const satisfies readonly WalletKey[];
