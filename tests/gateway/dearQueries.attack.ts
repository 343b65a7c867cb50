import { describe } from '@jest/globals';
import { describeDear } from './dear/suite.ts';

describe('Queries that are made to be dear', () => describeDear(20));
