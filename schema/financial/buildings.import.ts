import { ACTIVE_FIELD, type ImportDescription } from '#domain/imports/description.ts';

/** Buildings of a company as a spreadsheet. */
export const buildingImport: ImportDescription = {
  noun: { one: 'obra', many: 'obras', gender: 'a' },
  fields: [
    {
      ...{ field: 'name', title: 'Obra', required: true, example: 'Residência Alto da Serra' },
      aliases: ['nome', 'nome da obra', 'empreendimento', 'projeto', 'centro de custo', 'canteiro'],
    },
    {
      ...{ field: 'address', title: 'Endereço', example: 'Rua das Acácias, 120, São Paulo - SP' },
      aliases: ['local', 'localização', 'endereço da obra', 'logradouro'],
    },
    {
      ...{ field: 'technicalName', title: 'Responsável técnico', example: 'Ana Lima' },
      aliases: ['responsável', 'engenheiro', 'engenheira', 'arquiteto', 'arquiteta', 'rt', 'nome do responsável'],
    },
    {
      ...{ field: 'technicalTitle', title: 'Título do responsável', example: 'engenheira civil' },
      aliases: ['título', 'formação', 'profissão'],
    },
    {
      ...{ field: 'technicalRegistration', title: 'CREA ou CAU', example: 'CREA-SP 5069871234' },
      aliases: ['crea', 'cau', 'registro', 'registro no crea ou cau', 'registro profissional'],
    },
    ACTIVE_FIELD,
  ],
};
