import type { BuildingKey } from './company.ts';
import type { CustomerKey } from './partners.ts';

interface EstimateSample {
  code: string;
  /** Who pays for it; null: the company itself. */
  customer: CustomerKey | null;
  description: string;
  approved: boolean;
  /** Stages in tree order; the parent of 4.1 is 4. */
  stages: Record<string, string>;
}

export const ESTIMATES = {
  casa: {
    code: 'ORC-014',
    customer: 'sampaio',
    description: 'Orçamento executivo – Residência Alto da Serra',
    approved: true,
    stages: {
      '1': 'Serviços preliminares e administração',
      '2': 'Movimento de terra',
      '3': 'Fundações',
      '3.1': 'Estacas',
      '3.2': 'Blocos e baldrames',
      '4': 'Estrutura de concreto',
      '4.1': 'Pilares e vigas',
      '4.2': 'Lajes',
      '5': 'Alvenaria e vedação',
      '6': 'Cobertura',
      '7': 'Instalações hidrossanitárias',
      '8': 'Instalações elétricas e lógica',
      '9': 'Impermeabilização',
      '10': 'Revestimentos',
      '10.1': 'Argamassas',
      '10.2': 'Cerâmicas e porcelanatos',
      '10.3': 'Forros',
      '11': 'Esquadrias e vidros',
      '12': 'Pintura',
      '13': 'Louças, metais e bancadas',
      '14': 'Limpeza e entrega',
    },
  },
  vila: {
    code: 'ORC-011',
    customer: null,
    description: 'Orçamento – Vila das Ipês, 8 casas geminadas',
    approved: true,
    stages: {
      '1': 'Projetos, licenças e canteiro',
      '1.1': 'Projetos e licenças',
      '1.2': 'Canteiro e administração',
      '2': 'Infraestrutura e fundações',
      '3': 'Estrutura e alvenaria',
      '3.1': 'Alvenaria estrutural',
      '3.2': 'Lajes e escadas',
      '4': 'Cobertura',
      '5': 'Instalações',
      '6': 'Revestimentos',
      '7': 'Esquadrias e pintura',
      '8': 'Áreas comuns e urbanização',
    },
  },
  clinica: {
    code: 'ORC-017',
    customer: 'saoLucas',
    description: 'Estimativa – reforma da Clínica São Lucas por administração',
    approved: false,
    stages: {
      '1': 'Demolições e administração',
      '2': 'Adequações civis',
      '3': 'Instalações elétricas',
      '4': 'Climatização',
      '5': 'Acabamentos',
      '6': 'Marcenaria técnica',
    },
  },
} as const satisfies Record<BuildingKey, EstimateSample>;

export type StageCode<B extends BuildingKey> = keyof (typeof ESTIMATES)[B]['stages'];
