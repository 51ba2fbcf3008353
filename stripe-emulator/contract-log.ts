import { StripeApiError } from './api/api-error.ts';
import { ContractBreach } from './context.ts';

const MAX_KEPT = 50;

/** Counts API requests and records those in which the caller or the emulator broke the contract. */
export function createContractLog() {
  let requests = 0;
  const violations: { request: string; reason: string }[] = [];

  return {
    /** Runs and counts one request. Records its breach of the contract, and rethrows its errors. */
    record<T>(request: string, run: () => T): T {
      requests += 1;
      try {
        return run();
      } catch (error) {
        const reason = breachIn(error);
        if (reason !== null && violations.length < MAX_KEPT) violations.push({ request, reason });
        throw error;
      }
    },
    /** `GET /_control/contract`. */
    report: () => ({ requests, violations }),
  };
}

const BREACHES = ['parameter_unknown', 'parameter_missing', 'emulator_unsupported'];

/** How an error breaks the contract, or null for a refusal of a well-formed request. */
function breachIn(error: unknown): string | null {
  if (error instanceof ContractBreach) return error.message;
  if (!(error instanceof StripeApiError)) return null;
  const { code, message, param } = error.error;
  const isMalformed = /^(Invalid \S+: |Malformed |Unrecognized request URL|Parameter given twice)/.test(message);
  return isMalformed || BREACHES.includes(code ?? '') ? `${message} ${param ?? ''}`.trim() : null;
}
