/** What makes a transaction: a measurement that is closed, or a release of its retention; an order that is received. */
export type Maker = 'MEASUREMENT' | 'ORDER';
