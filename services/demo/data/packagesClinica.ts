import { packagesOf } from '../plan.ts';

/** Clínica São Lucas, renovated under an administration contract: the customer pays every cost plus a fee of 15 %. */
export const CLINICA = packagesOf('clinica', [
  ['1', 'cacambas', 'canteiro', 'Caçambas de demolição', 3, [-9, -7], [800, 1_500], [15]],
  ['1', 'construtiva', 'empreiteiros', 'Demolições e remoções', 2, [-9, -8], [9_000, 13_000], [7]],
  ['2', 'gesso', 'revestimentos', 'Drywall RU e lã de rocha', 4, [-8, -4], [9_000, 14_000], [28, 56, 84]],
  ['2', 'deposito', 'concreto', 'Argamassas e contrapiso', 3, [-8, -5], [2_000, 4_000], [28]],
  ['2', 'construtiva', 'empreiteiros', 'Adequações civis', 5, [-8, -4], [14_000, 19_000], [7]],
  ['3', 'eletrica', 'eletrica', 'Cabos, quadros e iluminação', 6, [-7, -1], [5_000, 9_000], [28, 56, 84]],
  ['3', 'eletricista', 'empreiteiros', 'Instalações elétricas e lógica', 5, [-7, -1], [8_000, 11_000], [7]],
  ['3', 'eletrica', 'climatizacao', 'Grupo gerador 60 kVA', 1, [-5, -5], [44_000, 48_000], [30, 60, 90]],
  ['4', 'clima', 'climatizacao', 'Equipamentos VRF e dutos', 3, [-5, 0], [24_000, 34_000], [30, 60, 90]],
  ['4', 'clima', 'empreiteiros', 'Instalação de climatização', 4, [-4, 1], [8_000, 11_000], [15]],
  ['5', 'revestimentos', 'revestimentos', 'Piso vinílico hospitalar', 2, [-3, 0], [18_000, 24_000], [30, 60]],
  ['5', 'hidraulica', 'hidraulica', 'Rede de gases medicinais', 2, [-3, -1], [15_000, 19_000], [30, 60]],
  ['5', 'construtiva', 'empreiteiros', 'Acabamentos da recepção e consultórios', 4, [-3, 1], [11_000, 14_000], [7]],
  ['5', 'pintor', 'empreiteiros', 'Pintura epóxi', 3, [-1, 1], [8_000, 11_000], [7]],
  ['6', 'marcenaria', 'acabamento', 'Marcenaria dos consultórios', 3, [-1, 1], [18_000, 26_000], [5, 35, 65]],
]);
