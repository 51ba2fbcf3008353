/** The data of a query, for `FirstAnswers`. If reading fails, the browser asks again and shows the error in its place. */
export const firstAnswer = async (key: string, data: Promise<unknown>) => ({
  key: [key],
  data: await data.catch(() => undefined),
});
