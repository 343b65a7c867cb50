import type { EstimateLines } from './estimateShapes.ts';

/** Rows of the cost estimate of the Clínica São Lucas: a renovation of 240 m². */
export const CLINICA_LINES: EstimateLines = {
  '1': [
    ['CP-0109', '34'],
    ['CP-0108', '62'],
    ['Retirada de forro e luminárias', 'm²', '240', '11.8'],
    ['Remoção de piso vinílico', 'm²', '180', '13.4'],
    ['Proteção de áreas em uso', 'm²', '120', '18.9'],
    ['Administração da obra', 'mês', '5', '7400'],
  ],
  '2': [
    ['CP-0130', '186'],
    ['CP-0125', '24'],
    ['CP-0154', '64'],
    ['CP-0141', '96'],
    ['CP-0137', '38'],
    ['Reforço estrutural para equipamento de raio X', 'vb', '1', '18600'],
    ['Proteção radiológica com argamassa baritada', 'm²', '42', '386'],
  ],
  '3': [
    ['CP-0190', '680'],
    ['CP-0191', '3100'],
    ['CP-0192', '84'],
    ['CP-0193', '46'],
    ['CP-0194', '2'],
    ['Quadro de emergência com no-break de 10 kVA', 'un', '1', '28900'],
    ['Luminária hospitalar de LED 60×60 cm', 'un', '58', '318'],
    ['Rede estruturada CAT 6', 'un', '46', '226'],
  ],
  '4': [
    ['Sistema VRF de 16 HP, instalado', 'un', '1', '118000'],
    ['Rede frigorígena isolada', 'm', '185', '164'],
    ['Renovação de ar com filtro G4+F8', 'un', '3', '9800'],
    ['Drenos de condensado', 'm', '96', '38.5'],
    ['Comissionamento e balanceamento', 'vb', '1', '6400'],
  ],
  '5': [
    ['CP-0144', '196'],
    ['CP-0143', '44'],
    ['CP-0145', '168'],
    ['CP-0158', '240'],
    ['CP-0161', '520'],
    ['CP-0162', '520'],
    ['CP-0155', '62'],
    ['CP-0186', '5'],
    ['CP-0187', '8'],
    ['Barras de apoio em inox', 'un', '10', '245'],
    ['Piso condutivo da sala de procedimentos', 'm²', '18', '428'],
  ],
  '6': [
    ['Balcão de recepção em MDF e granito', 'm', '6.2', '2950'],
    ['Armários de consultório', 'm²', '48', '1180'],
    ['Portas acústicas de consultório', 'un', '9', '1890'],
    ['Bancada com pia clínica', 'un', '6', '2240'],
    ['Painel de sinalização interna', 'vb', '1', '7800'],
  ],
};
