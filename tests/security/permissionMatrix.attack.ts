import { describe } from '@jest/globals';
import { SUBSETS } from './matrix/oracle.ts';
import { describeMatrix } from './matrix/suite.ts';

/** The whole of §6: sixteen sets of permissions on each of two buildings, over REST and GraphQL. */
describe('The permission matrix', () => {
  describeMatrix(SUBSETS.flatMap((held) => [false, true].map((elsewhere) => ({ held, elsewhere }))));
});
