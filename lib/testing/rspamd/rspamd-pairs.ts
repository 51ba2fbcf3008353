/** Key pairs made by `rspamadm keypair`, used in tests only. */
export const RSPAMD_PAIRS = [
  {
    privateKey: 'e3p7pqzeop96e3sr8d834ezkd9xtwynrgtsnsc7jn1d1cf4yq9hy',
    publicKey: '8ywinfgfqgb7tg9sommb8aa4asryure63huok6j4zz9oxbaumm1y',
    id: 'mfgp3rp9jg56ozg3cqpr8dhk4ojszau5gce6ghb4ucri4aiubii55ycrxytr7od3zjogn43zdxgaxxmtr1pdomo4ain7fggudchngmn',
    keyId: '8ywinfgfqgb7b',
  },
  {
    privateKey: 'atzwdfa647xcdy6yog1pixwnga8tmkr8j99cbx453d83wtpjkfiy',
    publicKey: 'mh9priontghkmtgut7u8zaxmsztneqp5e78hn3k4ggtawk386a3y',
    id: 'imcncw397bcbtjek5mg3siosspcr75t73pz656aass61ah7dnn599t177kqnydr8az41dp8akadnnnnyoxgknmgc653qzwa4345nn8n',
    keyId: 'mh9priontghkm',
  },
  {
    privateKey: 'ysmnwbr8ysbu7ngd6zbiq5qbsiwme71pqsiugoskyzhootht6jay',
    publicKey: 'q9dnoqbh6ztzpaex9mf4ryuiy6p4pu97oacc5xe7smx8wdixtcoy',
    id: 'nhhtqyk51cg1956ke7jskf6oyonpm3ffqxskzrc4gc6rktbn6qs87gdwqucyib7sgc6m8n3qyjaube1846gwqckuqz9bztpnziet9wb',
    keyId: 'q9dnoqbh6ztzp',
  },
  {
    privateKey: 'o1nio7qwr7fdkhx89px9tx9nb6mubzznh8f4b6af38ypra7e51ay',
    publicKey: 'ptfjggt3nt96h4f9u7ndpxbjw4fco435jiicoef9snmwmbx9zijy',
    id: 'bcpejufrimitj37388637o1qc53o8f3ww1s5az3yoh9c3wo4eu4wk4ubidfjk3ayn4je9qqohf47f4spo9shc8guycbwb7bkebisetn',
    keyId: 'ptfjggt3nt96c',
  },
  {
    privateKey: 'oj9i44xgi8pb4n9hnpc3qdmpgdi79bsgmt4o4w7kfhx9cy5njwiy',
    publicKey: 'kp764mjri41ethbht3pcespzb6puy9nm9ut974fns744m8cjmojy',
    id: 'zxhmq4pkzjwjdmsxezu8kh8qwupmspcsx3afbn7541ppjqga6nspq8854ojzazet5wgykjq1yk19wf83iqiq5jayz7xn415qzga1cxy',
    keyId: 'kp764mjri41eb',
  },
] as const;
