/** A query for the audit rows with one of these actions about `target`. */
export const auditLog = (target: string, ...actions: string[]) =>
  `SELECT 1 FROM audit_events a WHERE a.target_id = ${target} AND a.action IN (${actions.map((action) => `'${action}'`).join(', ')})`;

/**
 * A query for a row if the number of queued emails of a template differs from that of audit events that require one.
 */
export const mailsOf = (template: string, ...actions: string[]) => `
  SELECT mails, events FROM
    (SELECT count(*) AS mails FROM pgboss.job WHERE name = 'mail.send' AND data ->> 'template' = '${template}') m,
    (SELECT count(*) AS events FROM audit_events WHERE action IN ('${actions.join("', '")}')) e
  WHERE mails <> events`;

/**
 * A query for the buckets of a usage view that differ from the sums of the next finer one. The views add what is staged.
 */
export const sumsOf = (coarse: string, fine: string, unit: string) => {
  const sums = (view: string, bucket: string) => `
    SELECT key_id, server_id, ${bucket} AS bucket, sum(checked) AS checked, sum(hits) AS hits, sum(errors) AS errors
    FROM ${view} GROUP BY 1, 2, 3`;
  return `
  SELECT * FROM (${sums(coarse, 'bucket')}) c
    FULL JOIN (${sums(fine, `date_trunc('${unit}', bucket, 'UTC')`)}) f USING (key_id, server_id, bucket)
  WHERE (c.checked, c.hits, c.errors) IS DISTINCT FROM (f.checked, f.hits, f.errors)`;
};
