// Without it Next.js would take the product's.
export default {};
