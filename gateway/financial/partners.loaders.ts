import { partnerEndpoints } from '#schema/financial/partners.rest.ts';
import { byIds } from '../rest/loaders.ts';

export const partnerLoader = byIds(partnerEndpoints.list, partnerEndpoints.get);
