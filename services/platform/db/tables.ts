import type { AssistantTables } from '../../assistant/tables.ts';
import type { EngineeringTables } from '../../engineering/tables.ts';
import type { FinancialTables } from '../../financial/tables.ts';
import type { SecurityTables } from '../../security/tables.ts';
import type { PlatformTables } from './auditTables.ts';

/** Every table the services know, one interface for each domain, beside the code that owns it. */
export interface Database extends PlatformTables, SecurityTables, AssistantTables, FinancialTables, EngineeringTables {}
