/** Name of the product for users; the only place that defines it. */
export const PRODUCT_NAME = 'Prumo';

/** Name of the product in paths and keys: /prumoid, loggedByPrumoId (§2, §3). */
export const PRODUCT_SLUG = 'prumo';
