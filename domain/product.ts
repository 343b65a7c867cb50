/** Name of the product as people read it. It stands here and nowhere else. */
export const PRODUCT_NAME = 'Prumo';

/** Name of the product inside paths and keys: /prumoid, loggedByPrumoId (§2, §3). */
export const PRODUCT_SLUG = 'prumo';
