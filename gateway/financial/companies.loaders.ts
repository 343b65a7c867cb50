import { companyEndpoints } from '#schema/financial/companies.rest.ts';
import { byIds } from '../rest/loaders.ts';

export const companyLoader = byIds(companyEndpoints.list, companyEndpoints.get);
