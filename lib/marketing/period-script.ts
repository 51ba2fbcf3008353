/** Inline script of the pricing section: selects the period of `?billing=yearly` before the prices are painted. */
export const periodScript =
  '/[?&]billing=yearly(&|$)/.test(location.search)&&(document.querySelector("input[name=billing][value=yearly]").checked=!0)';
