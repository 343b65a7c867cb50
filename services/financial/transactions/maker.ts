/**
 * What makes a transaction: a measurement that is closed, or a release of its retention; an order that is received; an
 * invoice of which something is withheld.
 */
export type Maker = 'MEASUREMENT' | 'ORDER' | 'RETENTION';
