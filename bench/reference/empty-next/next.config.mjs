// Without this file Next.js would use the product's configuration.
export default {};
