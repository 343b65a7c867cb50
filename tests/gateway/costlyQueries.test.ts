import { describe } from '@jest/globals';
import { describeCostlyQueries } from './costly/suite.ts';

describe('Queries built to be costly', () => describeCostlyQueries(5));
